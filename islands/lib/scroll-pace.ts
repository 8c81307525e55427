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

export type Scroller = { readonly maxPixelScroll: number; readonly startFromPercentage: number }

/** How near an edge scrolls, in parts of what is scrolled: a finger can be there without pushing. */
const NEAR = 0.25
const NEAR_FINGER = 0.15
/** Pixels from the top or the bottom, where a finger means the page. */
const PAGE_EDGE = 60

type Finger = { at: { x: number; y: number }; isAside: boolean }

/** Where lanes stand side by side and scroll, one at a time. */
export function scrollByLanes(
  lanes: () => HTMLElement | null,
  finger: () => Finger | undefined,
): Scroller & { begin: () => void } {
  let pace = createScrollPace(0)
  return {
    begin() {
      pace = createScrollPace(lanes()?.scrollLeft ?? 0)
    },
    get startFromPercentage() {
      return finger() && findStep(lanes()) ? NEAR_FINGER : NEAR
    },
    get maxPixelScroll() {
      const list = lanes()
      const step = findStep(list)
      if (!list || !step) return FULL
      const held = finger()
      // Taken up beside an edge, a card does not go on before the finger does.
      if (held && !held.isAside && isBeside(list, held.at.x)) return canScrollPage(held.at.y) ? SLOW : 0
      return pace(list.scrollLeft, step, performance.now())
    },
  }
}

/** From one lane to the next, if they scroll. */
function findStep(list: HTMLElement | null): number | undefined {
  const [first, second] = list?.children ?? []
  if (!list || !first || !second || list.scrollWidth <= list.clientWidth) return
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left
}

function isBeside(list: HTMLElement, x: number): boolean {
  const { left, right, width } = list.getBoundingClientRect()
  return Math.min(x - left, right - x) <= width * NEAR_FINGER
}

const canScrollPage = (y: number) =>
  (y < PAGE_EDGE && scrollY > 0) ||
  (y > innerHeight - PAGE_EDGE && scrollY + innerHeight < document.documentElement.scrollHeight)
