/** What nearly every page needs, so that it comes as one file and not in many small ones. */

import './board/Board.svelte';
import './board/BoardPicture.svelte';
import './board/PieceIcon.svelte';
import './end/outcome';
import './games/collect';
import './games/store';
import './home/Masthead.svelte';
import './home/opening';
import './home/trying.svelte';
import './table/describe';
import './table/house';
import './table/Sheet.svelte';
