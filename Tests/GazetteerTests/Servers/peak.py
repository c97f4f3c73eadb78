"""Runs a program and prints, after its output, its exit code and the most memory that it has used, in KiB, as JSON.

usage: peak.py PROGRAM [ARGUMENT...]
"""
import json
import resource
import subprocess
import sys

code = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL).returncode
print(json.dumps({"code": code, "peak": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}))
