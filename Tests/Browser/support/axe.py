"""axe on a page: WCAG 2.2 A and AA, and what axe calls best practice."""

from axe_playwright_python.sync_playwright import Axe


# Forced colours are the system's own, and axe reads `-webkit-text-fill-color`, which is never forced.
FORCED = {"rules": {"color-contrast": {"enabled": False}}}


def check(tab, where, options=None):
    """No violations; each is told with where it is."""
    found = Axe().run(tab.still().page, options=options).response["violations"]
    lines = [f"{one['id']}: {one['help']}\n      {node['target']} {node.get('failureSummary', '')}" for one in found for node in one["nodes"][:3]]
    assert not found, f"axe, {where}:\n    " + "\n    ".join(lines)
