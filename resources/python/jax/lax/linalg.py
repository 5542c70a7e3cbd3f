"""jax.lax.linalg: factorisations of matrices."""
from jax._src.lax_linalg import (  # noqa: F401
    EigImplementation, EighImplementation, SvdAlgorithm, cholesky, cholesky_update, eig, eigh, hessenberg, householder_product, lu,
    lu_pivots_to_permutation, ormqr, qdwh, qr, schur, svd, symmetric_product, triangular_solve, tridiagonal_solve)
from jax._src.primitives import install_linalg as _install_linalg

_install_linalg(globals())
