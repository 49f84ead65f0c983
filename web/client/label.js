// What a request did, as data (U11): the page makes the sentence. Pure.

/** The label of a `do` as the server will make it, read from the list before it is carried out. */
export function labelOf(ops, list) {
  const kinds = new Set(ops.map(op => op.op)), ids = new Set(ops.map(op => op.id))
  const [first] = ops
  const label = { op: kinds.size === 1 ? first.op : 'mixed', count: ids.size, id: first?.id ?? null, title: titleOf(first, list) }
  const fields = new Set(ops.flatMap(op => (op.op === 'edit' ? Object.keys(op.set ?? {}) : [''])))
  const [field] = fields
  return fields.size === 1 && field ? { ...label, field } : label
}

function titleOf(op, list) {
  const title = op?.op === 'insert' ? op.fields?.title : list.get(op?.id)?.fields.get('title')
  return title === undefined || title === null ? null : [...String(title)].slice(0, 80).join('')
}
