// libpng's row interface inside single C functions, so that no longjmp crosses a Swift frame.
#ifndef CPNG_H
#define CPNG_H

#endif
