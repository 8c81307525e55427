import { Banner } from '#views/ui/small.tsx'

/** What follows from an import, and keeps nothing of it out. */
export const ImportWarnings = ({ warnings = [] }: { warnings?: readonly string[] }) =>
  warnings.map((words) => (
    <Banner key={words} level="warning">
      {words}
    </Banner>
  ))
