"""Opens the page in Chromium, each time with nothing cached, and prints when the list was shown, and what came over the wire.

What only measures must not be measured: a new window gets a second to come to rest, nothing looks at each frame, and the bytes are counted
in an opening of their own, since every answer is told to who listens.

    .build/python/bin/python page.py URL COUNT ROUNDS
"""
import json, shutil, sys, time

from playwright.sync_api import sync_playwright

# Milliseconds from the navigation to the frame behind the first rows of a list that is all there.
SHOWN = """window.shown = new Promise(done => {
  const isShown = () => document.querySelector('.rows .row') && document.querySelector('.finder .count')?.textContent.includes('COUNT')
  const look = () => {
    if (!isShown()) return
    watch.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true, characterData: true })
})"""


def opening(browser, url, count, listen=lambda devtools: None):
    context = browser.new_context()
    context.add_init_script(SHOWN.replace("COUNT", f"{count:,}"))
    page = context.new_page()
    listen(context.new_cdp_session(page))
    time.sleep(1)
    page.goto(url, wait_until="commit")
    shown = page.evaluate("window.shown")
    context.close()
    return shown


def bytes_of_opening(browser, url, count):
    heard = {"wire": 0, "files": 0, "socket": 0}

    def add(kind, bytes):
        heard[kind] += bytes

    def listen(devtools):
        devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", lambda event: add("wire", event["encodedDataLength"]))
        devtools.on("Network.dataReceived", lambda event: add("files", event["dataLength"]))
        devtools.on("Network.webSocketFrameReceived", lambda event: add("socket", len(event["response"]["payloadData"].encode())))

    opening(browser, url, count, listen)
    return heard


url, count, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    heard = bytes_of_opening(browser, url, count)
    print(json.dumps({"ms": [opening(browser, url, count) for _ in range(rounds)], **heard}))
    browser.close()
