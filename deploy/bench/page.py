"""Opens the page in Chromium, each time with nothing cached, and prints for each opening when the list was shown, and what came over the wire.

    .build/python/bin/python page.py URL COUNT ROUNDS
"""
import json, shutil, sys

from playwright.sync_api import sync_playwright

# Milliseconds from the navigation to the frame behind the first rows of a list that is all there.
SHOWN = """window.shown = new Promise(done => {
  const isShown = () => document.querySelector('.rows .row') && document.querySelector('.finder .count')?.textContent.includes('COUNT')
  const look = () => isShown() ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look)
  look()
})"""


def opening(browser, url, count):
    context = browser.new_context()
    context.add_init_script(SHOWN.replace("COUNT", f"{count:,}"))
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    heard = {"wire": 0, "files": 0, "socket": 0}

    def add(kind, bytes):
        heard[kind] += bytes

    devtools.on("Network.loadingFinished", lambda event: add("wire", event["encodedDataLength"]))
    devtools.on("Network.dataReceived", lambda event: add("files", event["dataLength"]))
    devtools.on("Network.webSocketFrameReceived", lambda event: add("socket", len(event["response"]["payloadData"].encode())))
    page.goto(url)
    heard["ms"] = page.evaluate("window.shown")
    context.close()
    return heard


url, count, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    opening(browser, url, count)
    print(json.dumps([opening(browser, url, count) for _ in range(rounds)]))
    browser.close()
