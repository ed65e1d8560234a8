"""Runs a command with a project's values in its environment. Python 3.8 or newer, standard library only.

Needs a key with export:read:  python3 run_with_secrets.py billing production -- ./deploy.sh
"""

import json
import os
import subprocess
import sys
import urllib.parse
import urllib.request


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Without this, urllib would send the key to wherever a redirect points."""

    def redirect_request(self, *_):
        return None


def secrets(project, environment):
    query = urllib.parse.urlencode({"format": "json", "project": project, "environment": environment})
    request = urllib.request.Request(
        f"{os.environ['SVC_URL']}/api/export?{query}",
        headers={"Authorization": f"Bearer {os.environ['SVC_ACCESS_KEY']}"},
    )
    with urllib.request.build_opener(NoRedirects).open(request, timeout=10) as answer:
        # A proxy's sign-in page is a 200 too.
        if answer.headers["X-Export-Skipped"] is None or answer.headers.get_content_type() != "text/plain":
            raise SystemExit(f"{os.environ['SVC_URL']} is not a vault")
        if answer.headers["X-Export-Skipped"] != "0":
            raise SystemExit(f"The vault could not decrypt {answer.headers['X-Export-Skipped-Names']}")
        values = json.load(answer)
    if not values:
        raise SystemExit(f"No variable is in {project}, {environment}")
    return values


if __name__ == "__main__":
    _, project, environment, _, *command = sys.argv
    values = secrets(project, environment)
    inherited = {name: value for name, value in os.environ.items() if name != "SVC_ACCESS_KEY"}
    sys.exit(subprocess.run(command, env={**inherited, **values}, check=False).returncode)
