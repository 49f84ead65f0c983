// Questions that are answered in the order in which they were asked: the history (W12) and the bin (W13).

export class Questions {
  #waiting = new Map([['history', []], ['bin', []]])

  constructor(send) { this.send = send }

  /** Resolves with the answer; rejects when the connection is lost before it comes. */
  ask(message) {
    return new Promise((resolve, reject) => {
      this.#waiting.get(message.t).push({ resolve, reject })
      this.send(message)
    })
  }

  answered(message) { this.#waiting.get(message.t).shift()?.resolve(message) }

  /** Nobody will answer any more. */
  giveUp() {
    for (const waiting of this.#waiting.values()) {
      for (const { reject } of waiting.splice(0)) reject(new Error('offline'))
    }
  }
}
