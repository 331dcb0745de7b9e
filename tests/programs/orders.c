/* Prints the orders that the searches go through. */
#include <stdio.h>

#include "crib_impl.h"

int main(void)
{
    for (int k = 0; k < 24; k++) {
        printf("%d %d %d %d\n", crib_order[k][0], crib_order[k][1], crib_order[k][2], crib_order[k][3]);
    }
    return 0;
}
