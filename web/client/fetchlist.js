// A shelf's list by HTTP (H1), which comes compressed; rejects when there is none to be had soon.

const SOON = 20_000   // ms; the connection is opened only then

export async function fetchList(shelf, token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const answer = await fetch(`/api/shelves/${shelf}`, { headers, signal: AbortSignal.timeout(SOON) })
  if (!answer.ok) throw new Error(`the list: ${answer.status}`)
  return answer.json()
}
