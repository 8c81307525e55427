/** The order of names in memory: 9 before 10, É with E, as lists have it in SQL. */
export const { compare: compareNaturally } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
