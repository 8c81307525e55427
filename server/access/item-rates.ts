import { type ClaimHolder, itemRateClaims } from './claims.ts'

export const canSeeItemRates = ({ can }: ClaimHolder) => itemRateClaims.some(can)
