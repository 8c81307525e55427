import { fieldLabels } from '#views/field-labels.ts'
import { Chip } from './small.tsx'

type SamplePriceChipProps = { sampleprice?: boolean; samplecost?: boolean }

/** Of a price or cost that came with setup, until somebody sets another or confirms it. */
export function SamplePriceChip({ sampleprice, samplecost }: SamplePriceChipProps) {
  if (!sampleprice && !samplecost) return null
  const label = sampleprice ? fieldLabels.sampleprice : fieldLabels.samplecost
  return <Chip level="warning">{sampleprice && samplecost ? `${label} and cost` : label}</Chip>
}
