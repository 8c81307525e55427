/** Pixels a frame at the edge of the window, and where nothing has to be passed one by one. */
const SLOW = 12
const FULL = 28
const RESTMS = 700

/** How fast a held card may scroll what it is held over: it rests after each `step` pixels, so that none is missed. */
export function createScrollPace(start: number) {
  let from = start
  let restsuntil = 0
  return (at: number, step: number, now: number): number => {
    if (Math.abs(at - from) >= step) {
      from = at
      restsuntil = now + RESTMS
    }
    return now < restsuntil ? 0 : SLOW
  }
}

export type Scroller = { readonly maxPixelScroll: number }

/** Where lanes stand side by side and scroll, one at a time. */
export function scrollByLanes(lanes: () => HTMLElement | null): Scroller & { begin: () => void } {
  let pace = createScrollPace(0)
  return {
    begin() {
      pace = createScrollPace(lanes()?.scrollLeft ?? 0)
    },
    get maxPixelScroll() {
      const list = lanes()
      const [first, second] = list?.children ?? []
      if (!list || !first || !second || list.scrollWidth <= list.clientWidth) return FULL
      const step = second.getBoundingClientRect().left - first.getBoundingClientRect().left
      return pace(list.scrollLeft, step, performance.now())
    },
  }
}
