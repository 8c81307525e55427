/** What the program says of a credit note alone: whether it brought its piece into stock. */
type Seen = { restocked: boolean; soldback: boolean }

/**
 * A fixed price of some pieces, reckoned by plain sums (decisions 254, 273 and 283), with no figure of the program: it is charged for what was
 * ordered, less what was credited and is with us, and less what was credited and the client keeps all the same.
 */
export class FixedGoods {
  /** Of what notes have out there, `awaited` is in stock already by a credit note. */
  plain = 0
  awaited = 0
  sold = 0
  theirs = 0
  /** In stock again; `uncredited`: when each of these came that nobody credited. */
  back = 0
  uncredited: { at: number; unsold: boolean; scrapped?: boolean }[] = []
  /** With us to be mended, in no stock; and of that, what was credited. */
  aside = 0
  asidecredited = 0
  /** In no stock, and costing the job beside what replaces it. */
  scrapped = 0
  /** Invoiced less credited; credited and with us; credited and kept by the client; charged again. */
  standing = 0
  settled = 0
  given = 0
  again = 0
  /** Delivered, and booked by nobody as used. */
  unbooked = 0
  /** Of what lies there, what had come back before; and what was credited. */
  lying = 0
  laid = 0
  /** Whether what the last note consigned had come back before. */
  isAgain = false
  /** Of the last invoice: when it was issued, and what of it is not credited. */
  invoiced = { at: 0, left: 0 }
  now = 0

  constructor(
    readonly ordered: number,
    readonly ismade: boolean,
    public made = ordered,
  ) {}

  get client() {
    return this.plain - this.awaited + this.sold
  }
  get next() {
    return Math.max(0, this.ordered - this.settled - this.given - this.standing)
  }
  get earned() {
    return this.standing + this.next
  }
  get left() {
    return Math.max(0, this.ordered - this.client - this.settled)
  }
  /** Its job is Invoiced. */
  get isInvoiced() {
    return this.invoiced.at > 0 && this.next === 0
  }
  /** Made, and neither delivered nor back. */
  private get fresh() {
    return this.ismade ? Math.max(0, this.made - this.client - this.theirs - this.back - this.tomend) : 0
  }
  /** What was credited once, and is to be mended, is not credited as returned once more. */
  get isCreditable() {
    const isOnce = this.client > 0 || this.asidecredited === 0 || this.aside > 0 || this.later.length > 0
    return this.invoiced.left > 0 && isOnce
  }
  get tomend() {
    return this.aside + this.asidecredited
  }
  private get later() {
    return this.uncredited.filter(({ at }) => at > this.invoiced.at)
  }
  /** Of what is in stock again, what its delivery note knows of. */
  private get free() {
    return this.back - this.awaited
  }
  /** Of what was made, what has left: delivered, or invoiced and not back; what is to be mended had left. */
  get gone() {
    // What came back unsold had not left.
    const paid =
      this.standing + this.given + this.asidecredited - this.later.filter(({ unsold }) => !unsold).length
    return Math.max(this.client + this.tomend, Math.min(paid, this.made - this.theirs - this.back), 0)
  }
  /** Pieces that cost the job. */
  get costing() {
    if (!this.ismade) return this.client + this.tomend - this.unbooked + this.scrapped
    const here = this.made - this.gone - this.theirs
    return this.made - this.theirs - Math.max(0, Math.min(this.back, here)) + this.scrapped
  }

  take(step: string, seen: Seen) {
    this.now += 1
    if (step === 'I' || step === 'L') this.invoice(step === 'I' ? this.next : 1)
    else if (step === 'n') this.deliver()
    else if (step === 'C') this.consign()
    else if (step === 's') this.sell()
    else if (step === 'r') this.unsold()
    else if (step === 'd') this.comesBackToMend()
    else if (step === 'b' || step === 'z') this.comesBack(step === 'z')
    else this.credit(seen)
  }

  private invoice(quantity: number) {
    this.standing += quantity
    this.invoiced = { at: this.now, left: quantity }
    // With the last of its price it books what notes delivered before.
    if (this.next === 0) this.unbooked = 0
  }

  /** What the client has beyond what credit notes left is charged again. */
  private chargeBeyond(): boolean {
    const beyond = this.client > this.ordered - this.settled && this.settled > 0
    if (beyond) {
      this.settled -= 1
      this.again += 1
    }
    return beyond
  }

  /** What was never out goes first, then what is mended, then what came back whole, and at last what was credited and is mended. */
  get nextToLeave() {
    if (this.fresh > 0) return 'fresh'
    if (this.aside > 0) return 'aside'
    if (this.free > 0) return 'back'
    return this.asidecredited > 0 ? 'asidecredited' : undefined
  }

  /** Gives whether it was credited. */
  private leave(): boolean {
    const from = this.nextToLeave
    if (from === undefined || from === 'fresh') return false
    this[from] -= 1
    if (from !== 'back') return from === 'asidecredited'
    // What was scrapped is replaced first.
    const at = this.uncredited.findLastIndex(({ scrapped }) => scrapped)
    return this.uncredited.splice(at, 1).length === 0
  }

  /** Of an invoiced job, what nobody made is made by the note that has it. */
  private make() {
    if (this.ismade && this.nextToLeave === undefined && this.isInvoiced) this.made += 1
  }

  private deliver() {
    // Once all is invoiced, its note books it.
    const isBooked = this.nextToLeave !== undefined || this.ismade || this.isInvoiced
    this.make()
    this.leave()
    this.plain += 1
    if (!this.chargeBeyond() && !isBooked) this.unbooked += 1
  }

  private consign() {
    this.make()
    const from = this.nextToLeave
    if (this.leave()) this.laid += 1
    this.theirs += 1
    this.isAgain = from !== undefined && from !== 'fresh'
    if (this.isAgain) this.lying += 1
  }

  private sell() {
    this.theirs -= 1
    if (this.isAgain) this.lying -= 1
    this.sold += 1
    this.chargeBeyond()
    this.laid = Math.min(this.laid, this.theirs)
  }

  private unsold() {
    this.theirs -= 1
    if (this.isAgain) this.lying -= 1
    // Of stock that was not used yet, nothing came back.
    if (!this.ismade && !this.isAgain) return
    this.back += 1
    if (this.laid > 0) this.laid -= 1
    else if (this.given > 0) {
      this.given -= 1
      this.settled += 1
    } else this.uncredited.push({ at: this.now, unsold: true })
  }

  private comesBack(scrapped: boolean) {
    this.plain -= 1
    if (scrapped) this.scrapped += 1
    if (this.awaited > 0) {
      this.awaited -= 1
      return
    }
    this.back += 1
    if (this.given > 0) {
      this.given -= 1
      this.settled += 1
    } else if (!scrapped && this.again > 0 && this.next > 0) {
      this.again -= 1
      this.settled += 1
    } else this.uncredited.push({ at: this.now, unsold: false, scrapped })
  }

  private comesBackToMend() {
    const isGiven = this.given > 0 && this.plain + this.sold > this.awaited
    this.plain -= 1
    if (isGiven) {
      this.given -= 1
      this.settled += 1
      this.asidecredited += 1
    } else if (this.awaited > 0) this.awaited -= 1
    else this.aside += 1
  }

  private credit({ restocked, soldback }: Seen) {
    const over = this.standing + this.given - this.client - this.fresh - this.aside
    this.standing -= 1
    this.invoiced.left -= 1
    const late = this.later.find((one) => !one.scrapped) ?? this.later[0]
    const isBack = over + this.unbooked > 0 && this.uncredited.length > 0
    if (!(late && over + this.unbooked > 0) && this.aside > 0) {
      this.aside -= 1
      this.asidecredited += 1
      this.settled += 1
    } else if (late || isBack) {
      const chosen = late ?? this.uncredited.find((one) => !one.scrapped) ?? this.uncredited[0]
      this.uncredited = this.uncredited.filter((one) => one !== chosen)
      this.settled += 1
    } else if (restocked) {
      if (soldback) this.sold -= 1
      else if (this.plain > this.awaited) this.awaited += 1
      this.back += 1
      this.settled += 1
    } else if (over > this.uncredited.length + this.lying - this.laid) this.settled += 1
    else this.given += 1
  }
}
