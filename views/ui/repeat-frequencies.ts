export const repeatFrequencies = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'biannually',
  'annually',
  'standalone',
] as const

/** How often, as a sentence begins. */
export const repeatWords: Record<(typeof repeatFrequencies)[number], string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every three months',
  biannually: 'Every six months',
  annually: 'Every year',
  standalone: 'Not by itself: jobs begin with it',
}

/** What the category of a repeat is called that says no more than how often (decision 178). */
export const plainRepeatName = (frequency: string) => `Comes ${frequency}`
