import type { Services } from '#server/services.ts'
import { rateWindow } from './rate-window.ts'

const count = rateWindow(60)

const countRead = rateWindow(120)

/** Programs ask for a calendar every few minutes. @throws 429 after 120 in a minute */
export const countCalendarRead = (services: Services, request: Request) => countRead(services, request, 1)

/** Right keys go on working: none of 256 random bits is found by trying. @throws 429 after 60 in a minute */
export const countWrongKey = (services: Services, request: Request) => count(services, request, 1)
