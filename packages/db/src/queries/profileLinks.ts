import { statement } from '../statement.ts';

/** The links of a profile, in the order in which they are shown. */
export interface LinksRow {
  links: { url: string; verified: boolean }[];
}

/** Statements about links in profiles. */
export const profileLinkQueries = {
  set: statement<[user: number, urls: string[]], unknown>('profileLinks/set'),
  renamed: statement<[user: number, userName: string], unknown>('profileLinks/renamed'),
  checked: statement<[user: number, url: string, userName: string, found: boolean | null], never>(
    'profileLinks/checked',
  ),
  checkOld: statement<[rows: number], unknown>('profileLinks/checkOld'),
};
