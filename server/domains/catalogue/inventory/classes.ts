import { classNames } from '#server/stock/direction.ts'

/** The classes of the specification in their order, as choices. */
export const inventoryClasses = Object.entries(classNames).map(([value, label]) => ({
  value: Number(value),
  label,
}))
