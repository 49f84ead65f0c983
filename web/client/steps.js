// The client's own steps, as far as this side knows them: what Undo and Redo would switch, at once. Pure.
//
// The server's `you` is exact as of its seq (W7). Own acts that it does not cover yet (open requests, and events that
// came ahead of their `you`) are played on top of it, on two small stacks. Of the newest own steps it is remembered
// what they did, so that their undo shows without waiting for anybody.
//
//   step: { req, seq, label, ids, effect }     `seq` null until its event came, `effect` null when nobody saw what it did
//   act:  { kind, step, seq, shows }      `seq` of its event, `shows` whether it changed the list

const REMEMBERED = 50
const NOTHING = { undo: null, redo: null, covered: null }

export class Steps {
  #on = []          // switched on, oldest first
  #off = []         // undone, the latest last
  #told = NOTHING   // the last `you`
  #ahead = []       // own acts whose events came behind the last `you`

  /** The last `you`, to be kept with the open requests. */
  get told() { return this.#told }

  /** Whether more may lie beneath what `targets` finds: nothing was told yet, or switches are on their way. */
  isUnsure(open) { return this.#told === NOTHING || [...this.#ahead, ...open].some(act => act.kind !== 'do') }

  /** An own event came. */
  happened(act) { this.#ahead.push(act) }

  /** The server told the exact targets. */
  tell(you) {
    this.#told = you
    for (const act of this.#ahead) if (act.seq <= you.seq) this.#settle(act)
    this.#ahead = this.#ahead.filter(act => act.seq > you.seq)
  }

  /** Step numbers mean nothing in another epoch. */
  forget() {
    this.#on = []
    this.#off = []
    this.#ahead = []
    this.#told = NOTHING
  }

  /** The step with that `seq` or `{ req }`; one that nobody remembers is made up. */
  find(reference, label = null) {
    const { req = null } = Object(reference), seq = req === null ? reference : null
    const known = [...this.#on, ...this.#off, ...this.#ahead.map(act => act.step)]
    return known.find(step => (seq !== null ? step.seq === seq : step.req === req)) ?? { req, seq, label, ids: [], effect: null }
  }

  /**
   * What the buttons switch: { undo, redo } as steps or null, and `covered`. `open` are the acts of the open requests,
   * `shows(step, from, to)` tells whether switching a step would change the list.
   */
  targets(open, shows) {
    const acts = [...this.#ahead, ...open].filter(act => act.kind !== 'do' || act.shows)
    let { on, off } = this.#stacks()
    const sure = new Set([on.at(-1), off.at(-1)])
    for (const { kind, step } of acts) {
      on = on.filter(other => !same(other, step))
      if (kind === 'do') off = []
      else off = off.filter(other => !same(other, step))
      if (kind === 'undo') off.push(step)
      else insertInOrder(on, step)
      sure.add(step)
    }
    const top = (stack, from, to) => stack.findLast(step => sure.has(step) || shows(step, from, to)) ?? null
    const covered = acts.some(act => act.kind === 'do') ? null : this.#told.covered
    return { undo: top(on, 'after', 'before'), redo: top(off, 'before', 'after'), covered }
  }

  /** Both stacks as of the last `you`, with what it told on top. */
  #stacks() {
    const { undo, redo } = this.#told
    const on = undo ? [...this.#on.filter(step => step.seq < undo.step), this.find(undo.step, undo.label)] : []
    const next = redo && this.find(redo.step, redo.label)
    const off = next ? [...this.#off.slice(0, Math.max(0, this.#off.indexOf(next))), next] : []
    return { on, off }
  }

  #settle({ kind, step, shows }) {
    this.#on = this.#on.filter(other => !same(other, step))
    if (kind === 'do') { if (shows) this.#off = [] }
    else this.#off = this.#off.filter(other => !same(other, step))
    if (kind === 'undo') this.#off.push(step)
    else insertInOrder(this.#on, step)
    this.#on = this.#on.slice(-REMEMBERED)
    this.#off = this.#off.slice(-REMEMBERED)
  }
}

const same = (a, b) => a === b || (a.seq !== null && a.seq === b.seq)

/** Steps lie in the order in which they were accepted; those without a seq yet are the newest. */
function insertInOrder(steps, step) {
  const at = steps.findLastIndex(other => other.seq !== null && (step.seq === null || other.seq < step.seq))
  if (step.seq === null) steps.push(step)
  else steps.splice(at + 1, 0, step)
}
