#pragma once

/* What happens before Swift starts. There is nothing to call. */
