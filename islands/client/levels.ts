import type { Level } from '#views/ui/small.tsx'

export const isLevel = (value: unknown): value is Level =>
  value === 'info' || value === 'success' || value === 'warning' || value === 'error'
