// What a bot without Numba takes in Pyodide: `node benchmarks/browser_bots.mjs BOT RULES[,RULES...] GAMES`.
// Prints the totals of the games with the seeds 1-1, 1-2, ... and CPU seconds a round, after one game to warm up.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from '../web/node_modules/pyodide/pyodide.mjs';

const [bot, rules, games] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS('/src', fileURLToPath(new URL('../src', import.meta.url)));
const Game = python.runPython(`
import sys
sys.path.insert(0, "/src")
from inkrail.bots.playing import play_turn
from inkrail.bots.registry import find_bot
from inkrail.core.dice import SeededRng
from inkrail.game.record import seeded_record, seeded_roll
from inkrail.game.table import Phase
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

class Game:
    def __init__(self, bot, rules, seed):
        self.bot, self.seed = bot, seed
        self.table = seeded_record(parse_ruleset(rules), seats=1, seed=seed).open()

    def play_round(self):
        self.table, _ = self.table.roll(seeded_roll(self.table, self.seed))
        rng = SeededRng(self.seed, "seat", 1, self.table.phase.value, self.table.round_)
        self.table, _ = play_turn(self.table, Seat(0), bot=find_bot(self.bot), rng=rng)
        return self.table.phase is Phase.OVER

    def total(self):
        return self.table.sheets()[0].total

Game
`);

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for (const name of rules.split(',')) {
  const rounds = [];
  const totals = [];
  for (let number = 0; number <= Number(games); number++) {
    const game = Game(bot, name, `1-${Math.max(number, 1)}`);
    for (let over = false; !over; ) {
      const began = seconds();
      over = game.play_round();
      if (number) rounds.push(seconds() - began);
    }
    if (number) totals.push(game.total());
  }
  const mean = rounds.reduce((sum, one) => sum + one, 0) / rounds.length;
  console.log(`${name} ${bot}: ${totals.join(' ')}; mean ${mean.toFixed(2)}, most ${Math.max(...rounds).toFixed(2)}`);
}
