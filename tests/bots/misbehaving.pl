# A program that keeps the protocol until its first turn, and then does what its argument says.
use strict;
use warnings;

$| = 1;
my $flaw = shift;
my ( %ways, @legal );
%ways = (
    first  => sub { print "$legal[0]\n" },
    blanks => sub { print "\n\n  \n$legal[0]\n" },
    last   => sub { print "$legal[-1]\n" },
    random => sub { print "$legal[ rand @legal ]\n" },
    silent => sub { sleep 3600 },
    idle   => sub { close STDOUT; sleep 3600 },
    ended  => sub { exit 7 },
    killed => sub { kill 'KILL', $$ },
    spins  => sub { 1 while 1 },
    fish   => sub { print "fish\n" },
    bytes  => sub { print "\xff\xfe\x00\n" },
    piece  => sub { print "draw motorway D4 HHHH\n" },
    done   => sub { print "done\n" },
    flood  => sub { print "score done\n" while 1 },
    empty  => sub { print "\n" while 1 },
    long   => sub { print 'x' x 65536 while 1 },
    nosy   => sub {
        for (qw(take-back done)) { print "score $_ D4\n" =~ s/done D4/done/r; print STDERR scalar <STDIN> }
        print "$legal[0]\n";
    },
    hasty  => sub {
        print "score draw highway-straight D4 H.H.\nscore $legal[0]\nscore done\n";
        print STDERR scalar <STDIN> for 1 .. 3;
        print "$legal[0]\n";
    },
);
while (<STDIN>) {
    if    (/^inkrail-bot/)   { print "inkrail-bot 1 $flaw 1\n" }
    elsif (/^turn/)          { @legal = () }
    elsif (/^random (\d+)/)  { srand $1 if $flaw ne 'moody' }
    elsif (/^legal (.*)/)    { push @legal, $1 }
    elsif (/^play/)          { $ways{ $flaw eq 'moody' ? 'random' : $flaw }->() }
}
