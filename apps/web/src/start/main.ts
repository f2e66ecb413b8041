import { chosenTheme, systemTheme, themeOf } from '../theme/chosenTheme.ts';
import { type Built, startAhead } from './startAhead.ts';

// Built into the page's head, this runs before the first paint: the page never flashes in the other theme.
document.documentElement.dataset.theme = chosenTheme() ?? themeOf(systemTheme());

const built = document.currentScript?.dataset.ahead;
if (built) startAhead(JSON.parse(built) as Built);
