// Words for those who listen: one polite region and one urgent one, in the page from the start.

export class Live {
  #timer = 0
  #waiting = []

  constructor(polite, urgent) {
    this.polite = polite
    this.urgent = urgent
  }

  /** Says a sentence; several in a moment are said together, the same one again is said again. */
  say(sentence, { urgent = false } = {}) {
    if (urgent) { put(this.urgent, sentence); return }
    this.#waiting.push(sentence)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => put(this.polite, this.#waiting.splice(0).slice(-4).join('. ')), 120)
  }
}

function put(region, sentence) {
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence
}
