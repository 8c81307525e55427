import { instant } from '#views/format.ts'

/** Of the file that has the answer on it. */
export const answeredName = (paper: string) => `${paper} answered.pdf`

export type AskedFor = 'approve' | 'accept'

type Words = {
  ask: string
  approve: string
  what: string
  done: Record<'approve' | 'change' | 'refuse', string>
}

export const purposeWords: Record<AskedFor, Words> = {
  approve: {
    ask: 'Your answer',
    approve: 'Approve',
    what: 'By approving you agree to the work, the prices and the terms above.',
    done: {
      approve: 'The estimate is approved.',
      change: 'Your wish for a change was passed on.',
      refuse: 'The estimate is refused.',
    },
  },
  accept: {
    ask: 'Is the work done?',
    approve: 'Accept the work',
    what: 'By accepting you say that the work above was done and received.',
    done: {
      approve: 'The work is accepted.',
      change: 'What is still to be done was passed on.',
      refuse: 'The work is not accepted.',
    },
  },
}

/** Of an end at midnight the day before it, as people say it. */
export function lastMoment(iso: string, zone: string): string {
  const last = instant(new Date(Date.parse(iso) - 1).toISOString(), zone)
  return last.endsWith('23:59') ? last.replace(/, 23:59$/, '') : instant(iso, zone)
}
