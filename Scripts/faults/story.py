"""The lines of a test, each of which adds, changes or removes a favorite, and the favorites expected after each."""
import random


class Story:
    """Lines for the program, each of which it acknowledges with one line."""

    def __init__(self, seed, state=None, lengths=(12, 30, 300, 9000)):
        self.random, self.lengths = random.Random(seed), lengths
        # name → note, None for no note
        self.states = [dict(state or {})]
        self.lines = []
        self.number = max(map(self.number_of, self.states[0]), default=0)

    @staticmethod
    def number_of(name):
        return int(name.split()[1])

    @property
    def state(self):
        return self.states[-1]

    def tell(self, lines):
        for _ in range(lines):
            self.line()
        return self

    def line(self):
        state, choice = dict(self.state), self.random.random()
        if choice < 0.6 or len(state) < 3:
            self.number += 1
            name = f"Place {self.number:05}"
            note = self.note() if self.random.random() < 0.5 else None
            state[name] = note
            words = f" --note {note}" if note else ""
            line = f"add-favorite {name} --at {self.random.randint(-89, 89)},{self.random.randint(-179, 179)}{words}"
        elif choice < 0.85:
            name = self.random.choice(list(state))
            state[name] = self.note()
            line = f"favorites {name}; note 1 {state[name]}"
        else:
            name = self.random.choice(list(state))
            del state[name]
            line = f"favorites {name}; unfavorite 1"
        self.lines.append(line)
        self.states.append(state)

    def note(self):
        """A word, sometimes so long that its row needs several pages."""
        return "".join(self.random.choices("abcdefgh", k=self.random.choice(self.lengths)))
