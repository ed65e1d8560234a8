"""Whether a text is an access key with a valid checksum. A scanner should check this before it reports a key."""

import base64
import re
import zlib


def is_access_key(text):
    if not re.fullmatch(r"svc_[A-Za-z0-9_-]{43}", text):
        return False
    data = base64.urlsafe_b64decode(text[4:] + "=")
    # 43 characters hold 258 bits: the last two must be zero.
    canonical = base64.urlsafe_b64encode(data).decode().rstrip("=") == text[4:]
    return canonical and zlib.crc32(data[:28]) == int.from_bytes(data[28:], "big")


if __name__ == "__main__":
    import sys

    sys.exit(0 if is_access_key(sys.stdin.read().strip()) else 1)
