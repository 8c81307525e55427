import { daysUntil, dayWords } from '#views/ui/visit-time.ts'

/** Calendar dates, `YYYY-MM-DD`. */
export function dueLabel(
  finish: string,
  today: string,
  open: boolean,
): { text: string; level?: 'late' | 'soon' } {
  const days = daysUntil(finish, today)
  const date = dayWords(finish, today)
  if (!open) return { text: date }
  if (days < 0) return { text: `${-days === 1 ? '1 day' : `${-days} days`} late`, level: 'late' }
  if (days === 0) return { text: 'Due today', level: 'soon' }
  if (days === 1) return { text: 'Due tomorrow', level: 'soon' }
  return { text: date }
}
