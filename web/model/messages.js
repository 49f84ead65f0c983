// Sentences from templates: `{title}` marks a value, `{one, other}` a plural by `count`. A sentence is a list of parts, so that a
// view can set names apart (bdi) and titles off (em), and a label can be plain text.

const rules = new Intl.PluralRules('en')

/** The parts of a message: strings, and `{name, value}` for what was put in; a value may be parts itself. */
export function partsOf(template, values = {}) {
  const form = typeof template === 'string' ? template : template[rules.select(values.count)] ?? template.other
  return form.split(/(\{\w+\})/).flatMap(piece => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    if (!name) return piece ? [piece] : []
    const value = values[name]
    return Array.isArray(value) ? value : [{ name, value: written(name, value) }]
  })
}

/** Counts are written with separators; a year, like any other value, as it is. Making an Intl.NumberFormat would hold up the first list by 20 ms. */
const written = (name, value) => (typeof value === 'number' && name !== 'year' ? String(value).replace(/\B(?=(\d{3})+$)/g, ',') : String(value ?? ''))

/** A message as plain text. */
export const plain = parts => parts.map(part => (typeof part === 'string' ? part : part.value)).join('')
