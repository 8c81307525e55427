import { classNames, itemClassNames } from '#server/stock/direction.ts'

const toChoices = (names: Readonly<Record<number, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value: Number(value), label }))

export const inventoryClasses = toChoices(classNames)
export const itemClasses = toChoices(itemClassNames)
