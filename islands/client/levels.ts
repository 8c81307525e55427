export type Level = 'info' | 'success' | 'warning' | 'error'

export const isLevel = (value: unknown): value is Level =>
  value === 'info' || value === 'success' || value === 'warning' || value === 'error'
