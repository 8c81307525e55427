/** Said where a part of a page could not be shown (spec 1, section 8). */
export const FAILED_VIEW = 'Something went wrong, please try again.'
