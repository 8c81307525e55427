/**
 * What was ordered of a line, and where it is, piece by piece: all of it was used or made, delivered, and perhaps invoiced. What came
 * back and is not credited is still owed; what is used or made while it is owed replaces it, the first first. By the line.
 */
export class OrderLedger {
  client: number
  /** Used or made, and on no note. */
  fresh = 0
  /** Kept to be mended; and of that, what was credited: nobody owes it. */
  aside = 0
  credited = 0
  /** What came back into stock, or was scrapped, and is not replaced, the first first. */
  returned: ('back' | 'scrapped')[] = []
  charged: number
  /** Of the item, that its jobs use or make. */
  ours: number

  constructor(
    readonly ordered: number,
    readonly about: { ismade: boolean; isinvoiced: boolean; ours: number },
  ) {
    this.client = ordered
    this.charged = about.isinvoiced ? ordered : 0
    this.ours = about.ours
  }

  /** Gives whether the step has a meaning here. */
  take(step: string): boolean {
    if (step === 'n') return this.send()
    if (step === 'u') return this.use()
    if (step === 'c-') {
      // What is in stock, or to be replaced, would be credited first.
      if (this.aside === 0 || this.charged === 0 || this.returned.length > 0) return false
      this.aside -= 1
      this.credited += 1
      this.charged -= 1
      return true
    }
    if (this.client === 0) return false
    this.client -= 1
    if (step === 'd') this.aside += 1
    else this.returned.push(step === 'z' ? 'scrapped' : 'back')
    if (step === 'b') this.ours += 1
    return true
  }

  private use() {
    if (!this.returned.shift()) return false
    this.fresh += 1
    this.ours += this.about.ismade ? 1 : -1
    return true
  }

  private send() {
    if (this.client === this.ordered) return false
    const from = (['fresh', 'aside', 'returned', 'credited'] as const).find((of) =>
      of === 'returned' ? this.returned.length > 0 : this[of] > 0,
    )
    if (!from) return false
    if (from !== 'returned') this[from] -= 1
    else {
      const scrapped = this.returned.lastIndexOf('scrapped')
      this.returned.splice(scrapped < 0 ? this.returned.length - 1 : scrapped, 1)
    }
    this.client += 1
    if (from === 'returned' || (from === 'fresh' && this.about.ismade)) this.ours -= 1
    return true
  }

  get tocredit() {
    const over = this.charged - this.client - this.fresh - this.aside
    const scrapped = this.returned.filter((one) => one === 'scrapped').length
    return Math.max(0, Math.min(over, this.returned.length) - scrapped)
  }
  get left() {
    return this.ordered - this.client - this.credited - this.tocredit
  }
}
