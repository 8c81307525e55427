import { renderToStaticMarkup } from 'react-dom/server'
import { Slot } from '#islands/board/static.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'

/** A card in its place on the board as HTML: the same for the same card and calendar date. */
export const slotHtml = (card: JobCard, today: string): string =>
  renderToStaticMarkup(<Slot card={card} today={today} />)
