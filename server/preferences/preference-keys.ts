import { mailable } from './notification-codes.ts'

type PreferenceValue = string | number | boolean | readonly string[]

export type Preference<V extends PreferenceValue = PreferenceValue> = {
  /** What holds until the person chooses. */
  fallback: V
  /** Undefined for what it may not be. */
  read(value: unknown): V | undefined
  /** Completes the sentence “It must be …”. */
  allowed: string
}

const choicePreference = <V extends string>(choices: readonly V[], fallback: V): Preference<V> => ({
  fallback,
  read: (value) => choices.find((one) => one === value),
  allowed: `one of ${choices.join(', ')}`,
})

const yesNo = (fallback: boolean): Preference<boolean> => ({
  fallback,
  read: (value) =>
    typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : undefined,
  allowed: 'yes or no (true or false)',
})

const wholeNumber = (min: number, max: number, fallback: number): Preference<number> => ({
  fallback,
  read: (value) => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
    return Number.isInteger(number) && (number as number) >= min && (number as number) <= max
      ? (number as number)
      : undefined
  },
  allowed: `a whole number from ${min} to ${max}`,
})

const choicesPreference = (
  choices: readonly string[],
  fallback: readonly string[],
): Preference<readonly string[]> => ({
  fallback,
  read: (value) =>
    Array.isArray(value) && value.every((one) => choices.includes(one)) ? [...new Set(value)] : undefined,
  allowed: `a list of any of ${choices.join(', ')}`,
})

/** Pages by their keys in the menu; boards come and go, so the list is open. */
const pagesPreference: Preference<readonly string[]> = {
  fallback: [],
  read: (value) =>
    Array.isArray(value) && value.every((one) => /^(pages|board)\.[\w.-]+$/.test(one))
      ? [...new Set(value)]
      : undefined,
  allowed: 'a list of pages of the menu, such as pages.suppliers',
}

/** The only place where a preference is added. */
const everybodys = {
  theme: choicePreference(['system', 'light', 'dark'], 'system'),
  menumini: yesNo(false),
  /** Pages that stand in the menu, or under More, because the person wants it so. */
  menupinned: pagesPreference,
  menuunpinned: pagesPreference,
  'dashboard.nextsteps': yesNo(true),
  /** Sorts of notifications that also come by mail, at once. */
  'notifications.mail': choicesPreference(mailable, []),
  /** A mail once a day with what is unread, at this hour of the account's own clock. */
  'notifications.digest': yesNo(false),
  'notifications.digesthour': wholeNumber(0, 23, 7),
}

export const preferenceTable = { ...everybodys }

type PreferenceKey = keyof typeof preferenceTable
export type Preferences = { [K in PreferenceKey]: (typeof preferenceTable)[K]['fallback'] }

export const isPreferenceKey = (key: string): key is PreferenceKey => Object.hasOwn(preferenceTable, key)
