/** An event with something to tell, as `CustomEvent` is one, also where there is none. */
export class Told extends Event {
  constructor(type, detail = {}) {
    super(type)
    this.detail = detail
  }
}
