// Moments at which a connection is worth a look: the network came or went, the page is seen again. In Node there are none.

const MOMENTS = ['online', 'offline', 'pageshow']

/** Calls back at each of them; returns what ends that. */
export function onWake(callback) {
  const page = globalThis.document
  const seen = () => { if (!page.hidden) callback() }
  for (const type of MOMENTS) globalThis.window?.addEventListener(type, callback)
  page?.addEventListener('visibilitychange', seen)
  return () => {
    for (const type of MOMENTS) globalThis.window?.removeEventListener(type, callback)
    page?.removeEventListener('visibilitychange', seen)
  }
}
