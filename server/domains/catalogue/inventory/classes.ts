import { classNames } from '#server/stock/direction.ts'

export const inventoryClasses = Object.entries(classNames).map(([value, label]) => ({
  value: Number(value),
  label,
}))
