// Moments at which a connection is worth a look: the network came back, the page is seen again. In Node there are none.

/** Calls back at each of them; returns what ends that. */
export function onWake(callback) {
  const page = globalThis.document
  const seen = () => { if (!page.hidden) callback() }
  globalThis.window?.addEventListener('online', callback)
  globalThis.window?.addEventListener('pageshow', callback)
  page?.addEventListener('visibilitychange', seen)
  return () => {
    globalThis.window?.removeEventListener('online', callback)
    globalThis.window?.removeEventListener('pageshow', callback)
    page?.removeEventListener('visibilitychange', seen)
  }
}
