import { shortDate } from '#views/format.ts'

/** Calendar dates, `YYYY-MM-DD`. */
export function dueLabel(
  finish: string,
  today: string,
  open: boolean,
): { text: string; level?: 'late' | 'soon' } {
  const days = (Date.parse(finish) - Date.parse(today)) / 86_400_000
  const date = finish.slice(0, 4) === today.slice(0, 4) ? shortDate(finish).slice(0, -5) : shortDate(finish)
  if (!open) return { text: date }
  if (days < 0) return { text: `${-days === 1 ? '1 day' : `${-days} days`} late`, level: 'late' }
  if (days === 0) return { text: 'Due today', level: 'soon' }
  if (days === 1) return { text: 'Due tomorrow', level: 'soon' }
  return { text: date }
}
