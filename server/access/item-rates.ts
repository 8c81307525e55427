import { type Claim, itemRateClaims } from './claims.ts'

type Asking = { can(claim: Claim): boolean }

export const canSeeItemRates = ({ can }: Asking) => itemRateClaims.some(can)
