import { fieldLabels } from '#views/field-labels.ts'
import { Chip } from './small.tsx'

/** Of a price that came with setup, until somebody sets another or confirms it. */
export const SamplePriceChip = () => <Chip level="warning">{fieldLabels.sampleprice}</Chip>
