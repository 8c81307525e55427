import { renderToStaticMarkup } from 'react-dom/server'
import { BoardCard } from '#islands/board/card.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'

/** A card as HTML: the same for the same card and calendar date. */
export const cardHtml = (card: JobCard, today: string, isFirst: boolean): string =>
  renderToStaticMarkup(<BoardCard card={card} today={today} tabstop={isFirst} />)
