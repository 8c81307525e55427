import fc from 'fast-check'
import type { Cents, Percent, Quantity, Rate } from '#server/money/decimal.ts'

const whole = (most: number) => fc.integer({ min: -most, max: most })

/** Arbitrary scaled integers, small enough that quantity × rate stays an amount. */
export const anyCents = whole(999_999_999_999) as fc.Arbitrary<Cents>
export const anyRate = whole(10_000_000_000) as fc.Arbitrary<Rate>
export const anyQuantity = whole(10_000_000_000) as fc.Arbitrary<Quantity>
export const anyPercent = fc.integer({ min: 0, max: 1_000_000 }) as fc.Arbitrary<Percent>
