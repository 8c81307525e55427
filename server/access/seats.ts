import { seatFigures } from '#db/queries/platform/seats.ts'
import type { PlatformDb } from '#db/types.ts'

type Figures = { utcexpires: string | null; seatsused: number; seatspaid: number | null }

/** An account that never expires is not sold, so its seats are not counted. */
export function tooManySeats({ utcexpires, seatsused, seatspaid }: Figures) {
  const paid = seatspaid ?? 0
  return utcexpires !== null && seatsused > paid ? { used: seatsused, paid } : undefined
}

export function countSeats(db: PlatformDb, accountid: string): { used: number; paid: number | null } {
  const { seatsused, seatspaid, utcexpires, platformowner } = seatFigures(db, accountid)
  return { used: seatsused, paid: utcexpires === null || platformowner ? null : seatspaid }
}

export function hasRoom(db: PlatformDb, accountid: string): boolean {
  const { used, paid } = countSeats(db, accountid)
  return paid === null || used < paid
}

export const seatsSentence = ({ used, paid }: { used: number; paid: number }) =>
  `${used} people hold a seat and ${paid === 1 ? '1 is' : `${paid} are`} paid for. Pay for more, or take seats back, and all is as before.`
