/**
 * A piece, as the rules have it. At the client’s on consignment it is `theirs`; kept to be mended it is `aside`; in `stock` it came
 * back, as does what was scrapped and is replaced from there. `charge`: whether somebody paid for it; what is in stock is charged to nobody.
 */
type Piece = {
  place: 'client' | 'theirs' | 'stock' | 'aside'
  charge: 'no' | 'yes' | 'forgood'
  /** When it came back and nobody credited it since. */
  uncredited?: number
  scrapped?: boolean
  sold?: boolean
  /** In stock by a credit note, of which its delivery note does not know. */
  ahead?: boolean
  /** Credited as returned for good, and not back. */
  open?: boolean
  /** Came back before it went on consignment, and was credited. */
  settled?: boolean
  /** With us, or lying at the client’s, and credited for good: nobody owes it. */
  forgood?: boolean
  /** It went on consignment before anybody used it: where it is not sold it is as it was. */
  unused?: boolean
}

/** `restock`: undefined where nobody says it. */
type Credit = { again: boolean; restock?: boolean }

const isWithUs = ({ place }: Piece) => place === 'stock' || place === 'theirs'

/**
 * Pieces of a line that a note delivered, one by one, through documents that are about one piece each: written from decisions 254, 261,
 * 264 and 300, with no figure of the program. Its price is by the line. `unused`: what is ordered beside them.
 */
export class GoodsLedger {
  readonly pieces: Piece[]
  charged = 0
  scrapped = 0
  now = 0
  /** When the last invoice was issued. */
  private invoiced = 0
  /** Credited as returned to be invoiced again, and not back. */
  private openagain = 0
  /** The piece that went on consignment last. */
  private last?: Piece
  /** Of what is unused, what was made for a consignment and came back unsold. */
  spare = 0

  constructor(
    total: number,
    place: 'client' | 'theirs',
    private readonly ismade = false,
    public unused = 0,
  ) {
    this.pieces = Array.from({ length: total }, (): Piece => ({ place, charge: 'no' }))
  }

  of = (is: (piece: Piece) => boolean) => this.pieces.filter(is)
  count = (is: (piece: Piece) => boolean) => this.of(is).length
  get kept() {
    return this.pieces.length - this.count(isWithUs)
  }
  get theirs() {
    return this.count(({ place }) => place === 'theirs')
  }
  /** What the next invoice charges. */
  get next() {
    return this.count((piece) => !isWithUs(piece) && piece.charge === 'no')
  }
  /** Charged, of pieces that are with us. */
  get over() {
    return this.charged - this.count((piece) => !isWithUs(piece) && piece.charge === 'yes')
  }
  /** Of that, what is not scrapped and to be replaced. */
  get tocredit() {
    const toreplace = this.count(
      ({ place, scrapped, uncredited }) => place === 'stock' && scrapped === true && uncredited !== undefined,
    )
    return Math.max(0, this.over - toreplace)
  }
  /** What the client is still owed: what is with us and was not credited for good, without what of it is to be credited. */
  get left() {
    const owed = this.of(
      ({ place, ahead, forgood }) => (place === 'stock' || place === 'aside') && !ahead && !forgood,
    )
    // What came back before an invoice is not what it charges.
    const back = owed.filter(({ place, uncredited = 0 }) => place === 'stock' && uncredited > this.invoiced)
    const scrapped = back.filter((piece) => piece.scrapped).length
    return this.unused + owed.length - Math.max(0, Math.min(this.over, back.length) - scrapped)
  }
  /** What the client keeps, and is not given. */
  get earned() {
    return this.count((piece) => !isWithUs(piece) && piece.charge !== 'forgood')
  }
  /** What may be delivered again, or go on consignment. */
  get leaving() {
    return this.count(({ place, ahead }) => place === 'aside' || (place === 'stock' && !ahead))
  }
  /** With the client by a note, as far as the note knows; and sold to it. */
  get out() {
    return this.count(({ place, sold, ahead }) => (place === 'client' && !sold) || ahead === true)
  }

  /** Pieces are alike: as long as the client keeps one that is not charged, none with us is. */
  private settle() {
    for (; this.over > 0; ) {
      const free = this.pieces.find((piece) => !isWithUs(piece) && piece.charge === 'no')
      if (!free) return
      free.charge = 'yes'
    }
  }
  private swap(piece: Piece, charge: Piece['charge']) {
    if (piece.charge === charge) return
    const other = this.pieces.find((one) => !isWithUs(one) && one.charge === charge)
    if (other) other.charge = piece.charge
    piece.charge = charge
  }

  invoice() {
    this.invoiced = this.now
    for (const piece of this.of((one) => !isWithUs(one) && one.charge === 'no')) {
      piece.charge = 'yes'
      this.charged += 1
    }
  }

  /** One piece, as returned; `since`: when its invoice was issued. */
  credit({ again, restock }: Credit, since: number) {
    const over = this.over
    const waiting = this.of(({ place, uncredited }) => place === 'stock' && uncredited !== undefined)
    const back = waiting.toSorted(
      (a, b) => Number(a.scrapped ?? false) - Number(b.scrapped ?? false) || a.uncredited! - b.uncredited!,
    )
    const later = back.filter(({ uncredited }) => uncredited! > since)
    const aside = this.pieces.find(({ place, uncredited }) => place === 'aside' && uncredited !== undefined)
    const settleBack = (piece: Piece | undefined) => {
      if (piece) Object.assign(piece, { uncredited: undefined, scrapped: false, forgood: !again })
      return piece !== undefined
    }
    const mayCome = this.kept > 0 && this.kept + this.theirs > this.charged - 1
    this.charged -= 1
    if (over > 0 && settleBack(later[0])) return
    const comes = (piece: Piece) => {
      const delivered = piece.place === 'client'
      this.swap(piece, 'yes')
      Object.assign(piece, {
        ...{ place: 'stock', charge: 'no', uncredited: undefined, open: false, forgood: !again },
        ...{ ahead: delivered && !piece.sold, sold: false },
      })
    }
    const atClient = () => {
      const there = this.of(({ place }) => place === 'client')
      return (
        there.find(({ sold, charge }) => !sold && charge === 'yes') ??
        there.find(({ sold }) => !sold) ??
        there.find(({ charge }) => charge === 'yes') ??
        there[0]
      )
    }
    if (restock && mayCome) {
      const piece = aside ?? atClient()
      if (piece) comes(piece)
      return this.settle()
    }
    const stays = (piece: Piece, isback: boolean) => {
      this.swap(piece, 'yes')
      piece.charge = again ? 'no' : 'forgood'
      piece.uncredited = undefined
      if (isback) piece.forgood = !again
      if (!isback && again) this.openagain += 1
      if (!isback && !again) piece.open = true
      this.settle()
    }
    if (aside) return stays(aside, true)
    if (over <= 0 && settleBack(later[0])) {
      // Credited is what is in stock, and what the client keeps is charged less.
      const kept = this.pieces.find((one) => !isWithUs(one) && one.charge === 'yes')
      if (kept) kept.charge = 'no'
      return
    }
    const piece = atClient()
    if (restock === undefined && mayCome && piece) {
      comes(piece)
      return this.settle()
    }
    if (piece) return stays(piece, false)
    // What is charged and lies there is credited once nothing else that is charged is with the client.
    const lying = this.pieces.find(({ place, settled }) => place === 'theirs' && !settled)
    if (over > 0 && lying && !again) Object.assign(lying, { settled: true, forgood: true })
  }

  /** One piece, by its note. */
  back(fate: 'stock' | 'mended' | 'scrapped') {
    if (fate === 'scrapped') this.scrapped += 1
    const instock = fate !== 'mended'
    const ahead = this.pieces.find((piece) => piece.ahead)
    if (instock && ahead) {
      ahead.ahead = false
      return
    }
    const there = this.of(({ place, sold }) => place === 'client' && !sold)
    let piece = this.takeOpen(there)
    let credited = piece !== undefined
    if (!piece && this.openagain > 0 && this.next > 0 && there[0]) {
      this.openagain -= 1
      credited = true
      piece = there[0]
      this.swap(piece, 'no')
    }
    if (!piece && !instock && ahead) {
      ahead.ahead = false
      return
    }
    piece ??= there.find(({ charge }) => charge === 'no') ?? there[0]
    if (!piece) return
    Object.assign(piece, { open: false, uncredited: credited ? undefined : this.now })
    piece.place = instock ? 'stock' : 'aside'
    piece.scrapped = fate === 'scrapped' && !credited
    if (instock) piece.charge = 'no'
    this.settle()
  }

  /** Pieces are alike: the first of these that comes back is one that was credited as returned. */
  private takeOpen(back: readonly Piece[]): Piece | undefined {
    const open = this.pieces.find((piece) => piece.open)
    const piece = back.find((one) => one.open) ?? back[0]
    if (!open || !piece) return
    Object.assign(open, { open: false, charge: piece.open ? open.charge : piece.charge })
    return Object.assign(piece, { open: false, forgood: true })
  }

  private nextToLeave() {
    const asides = this.of(({ place }) => place === 'aside')
    const stock = this.of(({ place, ahead }) => place === 'stock' && !ahead)
    return (
      asides.find(({ uncredited }) => uncredited !== undefined) ??
      stock.toSorted(
        (a, b) =>
          Number(b.uncredited !== undefined) - Number(a.uncredited !== undefined) ||
          Number(b.scrapped ?? false) - Number(a.scrapped ?? false) ||
          (b.uncredited ?? 0) - (a.uncredited ?? 0),
      )[0] ??
      asides.find(({ charge }) => charge === 'no') ??
      asides[0]
    )
  }

  /** One piece goes out, or on consignment. */
  send(place: 'client' | 'theirs') {
    const piece = this.nextToLeave()
    if (!piece) return this.takeUnused(place)
    if (place === 'theirs') this.last = piece
    const credited = piece.uncredited === undefined
    if (credited && piece.place === 'aside' && piece.charge === 'no') this.openagain += 1
    // Who got the money back pays again.
    if (credited || place === 'theirs') piece.charge = 'no'
    Object.assign(piece, { place, uncredited: undefined, scrapped: false, sold: false })
    piece.settled = place === 'theirs' && credited
    piece.forgood = piece.settled && piece.forgood
    this.settle()
  }

  /** Once all is invoiced, its note books what it delivers. */
  private takeUnused(place: 'client' | 'theirs') {
    if (this.unused === 0) return
    this.unused -= 1
    this.spare = Math.max(0, this.spare - 1)
    const piece: Piece = { place, charge: 'no', unused: place === 'theirs' }
    this.pieces.push(piece)
    if (piece.unused) this.last = piece
    this.settle()
  }

  /** One piece that lies at the client’s. */
  sell() {
    const piece = this.of(({ place }) => place === 'theirs').toSorted(
      (a, b) => Number(a.settled ?? false) - Number(b.settled ?? false),
    )[0]
    if (!piece) return
    Object.assign(piece, { place: 'client', unused: false, sold: true, settled: false, forgood: false })
    this.settle()
  }
  unsold() {
    if (this.last?.unused) {
      this.pieces.splice(this.pieces.indexOf(this.last), 1)
      this.unused += 1
      if (this.ismade) this.spare += 1
      return
    }
    const piece = this.of(({ place, unused }) => place === 'theirs' && !unused).toSorted(
      (a, b) => Number(b.settled ?? false) - Number(a.settled ?? false),
    )[0]
    if (!piece) return
    if (!piece.settled && this.takeOpen([piece])) piece.settled = true
    const uncredited = piece.settled ? undefined : this.now
    Object.assign(piece, { place: 'stock', uncredited, settled: false })
    this.settle()
  }
}
