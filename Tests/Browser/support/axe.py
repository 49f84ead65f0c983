"""axe on a page: WCAG 2.2 A and AA, and what axe calls best practice."""

from axe_playwright_python.sync_playwright import Axe


def check(tab, where):
    """No violations; each is told with where it is."""
    found = Axe().run(tab.page).response["violations"]
    lines = [f"{one['id']}: {one['help']}\n      {node['target']} {node.get('failureSummary', '')}" for one in found for node in one["nodes"][:3]]
    assert not found, f"axe, {where}:\n    " + "\n    ".join(lines)
