/**
 * What several islands draw with, named by each part that is loaded by itself, so that the bundler puts it into one
 * file: else each set of parts that share something would get one of its own, and the board begin with a dozen.
 */
import 'react'
import 'react/jsx-runtime'
import '#db/job-status.ts'
import '#views/format.ts'
import '#views/ui/avatar.tsx'
import '#views/ui/button.tsx'
import '#views/ui/field.tsx'
import '#views/ui/icon.tsx'
import '#views/ui/job-stages.ts'
import '#views/ui/links.ts'
import '#views/ui/menu.tsx'
import '#views/ui/pagetitle.tsx'
import '#views/ui/select.tsx'
import '#views/ui/small.tsx'
import './lib/address.ts'
import './lib/call.ts'
import './lib/figures.ts'
import './lib/hub.ts'
import './lib/modal.tsx'
import './lib/snackbar.ts'
