"""Opens one stored value, given the master key: python3 decode.py MASTER_KEY_FILE TABLE FIELD ROW_ID USER_ID < value.bin

Independent of the vault's code: Python's standard library, and the openssl command for AES in counter mode. See SECURITY.md.
A former value takes the place of what it was a value of: KeyEntry encryptedValue ENTRY_ID for a row of EntryVersion,
EnvFile encryptedContent FILE_ID for one of EnvFileVersion.
Use it on your own machine: while it runs, the value's own key is visible on openssl's command line.
"""
import base64, hmac, subprocess, sys

def hkdf(key, salt, info):  # RFC 5869, SHA-256, 32 bytes
    return hmac.digest(hmac.digest(salt or bytes(32), key, "sha256"), info + b"\x01", "sha256")

def aes_ctr(key, counter, data):
    return subprocess.run(["openssl", "enc", "-aes-256-ctr", "-K", key.hex(), "-iv", counter.hex()], input=data, capture_output=True, check=True).stdout

def aes(key, block):  # FIPS 197, AES-256 of one block. On a command line this key would be visible, and it opens every value.
    double = lambda byte: byte << 1 ^ (0x11B if byte & 0x80 else 0)
    power, inverse, box = 1, 1, bytearray([0x63] * 256)
    for _ in range(255):  # through the powers of 3 and their inverses
        power ^= double(power)
        for shift in (1, 2, 4):
            inverse = (inverse ^ inverse << shift) & 0xFF
        inverse ^= 0x09 if inverse & 0x80 else 0
        turned = inverse ^ inverse << 1 ^ inverse << 2 ^ inverse << 3 ^ inverse << 4
        box[power] = (turned ^ turned >> 8) & 0xFF ^ 0x63
    xor = lambda one, other: bytes(a ^ b for a, b in zip(one, other))
    words, constant = [key[at:at + 4] for at in range(0, 32, 4)], 1
    while len(words) < 60:
        last = words[-1]
        if len(words) % 8 == 0:
            last = xor(bytes(box[byte] for byte in last[1:] + last[:1]), bytes([constant, 0, 0, 0]))
            constant = double(constant)
        elif len(words) % 8 == 4:
            last = bytes(box[byte] for byte in last)
        words.append(xor(words[-8], last))
    state = xor(block, b"".join(words[:4]))
    for turn in range(1, 15):
        state = bytes(box[state[at * 5 % 16]] for at in range(16))  # substituted, and the rows shifted
        if turn < 14:  # the columns mixed
            mixed = []
            for at in range(16):
                column = at - at % 4
                a, b, c, d = (state[column + (at + by) % 4] for by in range(4))
                mixed.append((double(a) ^ double(b) ^ b ^ c ^ d) & 0xFF)
            state = mixed
        state = xor(state, b"".join(words[4 * turn:4 * turn + 4]))
    return state

def cmac(key, block):  # NIST SP 800-38B, of one whole block
    zero = int.from_bytes(aes(key, bytes(16)), "big")
    subkey = (zero << 1) % (1 << 128) ^ (0x87 if zero >> 127 else 0)
    return aes(key, (subkey ^ int.from_bytes(block, "big")).to_bytes(16, "big"))

def ghash(h, data):  # NIST SP 800-38D, 6.4
    y = 0
    for at in range(0, len(data), 16):
        x, z, v = y ^ int.from_bytes(data[at:at + 16], "big"), 0, h
        for bit in range(127, -1, -1):
            z, v = z ^ (v if x >> bit & 1 else 0), (v >> 1) ^ (0xE1 << 120 if v & 1 else 0)
        y = z
    return y.to_bytes(16, "big")

master_file, *place = sys.argv[1:]
masters = [base64.b64decode(line) for line in open(master_file).read().replace(",", "\n").split("\n") if line.strip() and not line.startswith("#")]
sealed = sys.stdin.buffer.read()
version, key_id, tag = sealed[:1], sealed[1:9], sealed[-16:]
derived, nonce, ciphertext = (sealed[9:25], sealed[25:37], sealed[37:-16]) if version == b"\1" else (sealed[9:21], sealed[21:33], sealed[33:-16])
master = next((key for key in masters if hkdf(key, b"", b"svc/v1/key-id")[:8] == key_id), None)
if version not in (b"\1", b"\2") or len(sealed) < 49 or master is None:
    sys.exit("This is no sealed value, or the file of master keys has not the one that sealed it.")
if version == b"\1":
    key = hkdf(hkdf(master, b"", b"svc/v1/seal"), derived, b"svc/v1/message")
else:  # XAES-256-GCM, c2sp.org/XAES-256-GCM
    key = b"".join(cmac(hkdf(master, b"", b"svc/v1/seal-xaes"), bytes([0, number, 0x58, 0]) + derived) for number in (1, 2))
parts = [version, key_id, *(part.encode() for part in place)]
aad = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
padded = lambda text: text + bytes(-len(text) % 16)
lengths = (len(aad) * 8).to_bytes(8, "big") + (len(ciphertext) * 8).to_bytes(8, "big")
digest = ghash(int.from_bytes(aes_ctr(key, bytes(16), bytes(16)), "big"), padded(aad) + padded(ciphertext) + lengths)
if not hmac.compare_digest(aes_ctr(key, nonce + b"\0\0\0\1", digest), tag):
    sys.exit("This value was sealed for another place or key, or is damaged.")
plain = aes_ctr(key, nonce + b"\0\0\0\2", ciphertext)
sys.stdout.buffer.write(plain[4:4 + int.from_bytes(plain[:4], "big")])
